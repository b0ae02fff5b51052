import { compounds, identifiers, queryIdentifiers } from '../../documents/identify.ts';
import { words } from '../../documents/words.ts';

/** Changes whenever the same text would be found by other terms, so that stored terms are known to be of an older make. */
export const TERMS_VERSION = 2;

/**
 * The terms that the lexical index holds for a text, separated by spaces: its words, its compounds joined and its
 * identifiers in their canonical forms. Postgres stems them; nothing in them can be split by its parser.
 */
export const indexTerms = (text: string): string => [...words(text), ...compounds(text), ...identifiers(text)].join(' ');

/** The terms of a query, by the same rules; empty when it holds no letter and no digit. */
export const queryTerms = (text: string): string => [...new Set([...words(text), ...compounds(text), ...queryIdentifiers(text)])].join(' ');
