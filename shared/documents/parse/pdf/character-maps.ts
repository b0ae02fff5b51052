import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Where the meanings of East Asian fonts' codes are that a PDF does not hold itself, such as 90ms-RKSJ-H. Only these tables
 * are used of the package, which is the library's own: unpdf is its code without what draws. A bundle has them elsewhere.
 */
export const CHARACTER_MAPS = join(dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json')), 'cmaps/');
