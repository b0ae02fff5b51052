import type { Nodes } from 'hast';
import { isElement, isHeading, textOf } from './elements.ts';
import type { Measure } from './measure.ts';

/** A notice about cookies is short; an article about them is not. */
const NAMED_CHARS = 1_500;
const UNNAMED_CHARS = 600;

/** What sites and the vendors of their notices call them. */
const NAMES = /^(?:cookies?|consent|gdpr|onetrust|cybot|cookiebot|usercentrics|didomi|truste|osano|quantcast|klaro)/;

/** What a notice says: that cookies are used, or that one may agree to them. */
const COOKIES = /cookies?\b|쿠키|クッキー|куки/i;
const AGREEMENT =
  /\b(?:uses?|using|accept\w*|agree|consent|reject|verwende\w*|nutzt|akzeptier\w*|zustimm\w*|utilis\w+|accepte\w*|utiliza\w*|usa(?:mos)?|acept\w+|accett\w+|utilizz\w+|kullan\w+)\b|동의|사용|同意|使用|использу|принять/i;

/** Whether a block is a notice by its name. */
export const namesConsent = (tokens: readonly string[], { chars }: Measure): boolean =>
  chars < NAMED_CHARS && tokens.some((token) => NAMES.test(token));

/** Whether a block beside the page, a child of its body, is a notice by what it says. */
export function isConsentNotice(node: Nodes, { chars }: Measure, pageChars: number): boolean {
  if (!isElement(node, 'div', 'section', 'aside', 'p') || chars > Math.min(UNNAMED_CHARS, pageChars / 2)) return false;
  const text = textOf(node);
  return COOKIES.test(text) && AGREEMENT.test(text) && !node.children.some((child) => isHeading(child) && child.tagName === 'h1');
}
