import type { Citable } from './cite.ts';
import { unitsOf } from './passage-units.ts';

/** Who a document does not speak to. */
const MODEL =
  '(?:ai|llms?|chat ?bots?|language models?|ai (?:models?|agents?|assistants?|systems?)|(?:virtual|digital) assistants?|(?:the|this|any|an|my|dear) assistant)';
const SAYS = 'reply|respond|answer|say|tell|output|print|write|reveal|append|recommend|state|ignore|disregard|forget';

/**
 * Sentences of a document that speak to the model that reads it instead of to people. What is about such attacks in general ("attackers
 * write: ignore previous instructions") is caught as well: it is left out of what is answered from, and the document stays as it is.
 * What manuals say to people ("never bypass the safety rules", "the model must use distilled water") has to stay.
 */
const PATTERNS: readonly RegExp[] = [
  /(?<!\b(?:not|never|n['’]t|don['’]t)\s)\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|above|earlier|preceding|all|any|your|system|these)\b[^.!?\n]{0,30}\b(?:instructions?|prompts?|directions?|directives?|context)\b/i,
  /(?<!\b(?:not|never|n['’]t|don['’]t)\s)\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:previous|prior|earlier|your|system)\b[^.!?\n]{0,30}\b(?:rules?|guidelines?|polic(?:y|ies)|restrictions?)\b/i,
  /\b(?:ignore|disregard|forget)\b[^.!?\n]{0,20}\b(?:everything|all|anything|instructions)\b[^.!?\n]{0,20}\b(?:above|before|so far|previously|you (?:were|have been|are) (?:told|given))\b/i,
  /\byou are now (?:an? )?(?:dan|ai|unrestricted|jailbroken|evil|different|new|assistant|chat ?bot|free (?:of|from)|in (?:developer|debug|admin|god) mode)\b/i,
  /\bfrom now on,? (?:you|always|never|answer|reply|respond)\b|\b(?:new|updated|revised|real|actual) instructions?(?: for (?:you|the (?:ai|assistant|model)))?:/i,
  /\b(?:act as|pretend (?:to be|that you are)|behave like) (?:an? |if you were an? )?(?:ai|dan|assistant|chat ?bot|unrestricted|different|language model|jailbroken|my (?:late )?grand)/i,
  /\b(?:reveal|print|repeat|show|output|leak)\b[^.!?\n]{0,30}\b(?:system prompt|your (?:instructions?|prompt|rules)|api keys?)\b/i,
  new RegExp(
    String.raw`\b${MODEL}\b[^.!?\n]{0,40}\b(?:must|should|shall|has to|have to|is to|are to|will)\b[^.!?\n]{0,60}\b(?:${SAYS})\b`,
    'i',
  ),
  new RegExp(String.raw`\b(?:dear|attention|note (?:to|for)|hey|hello|to) (?:the |all |any )?${MODEL}\b[^.!?\n]{0,6}[:,!]`, 'i'),
  /\b(?:reply|respond|answer)\b[^.!?\n]{0,50}\b(?:only|always|exactly|every|any|all|users?|questions?|prompts?)\b[^.!?\n]{0,50}\b(?:with|by saying)\b/i,
  /\b(?:only|always) (?:reply|respond|answer)\b[^.!?\n]{0,30}\bwith\b/i,
  /\bwhen(?:ever)? (?:asked|you are asked|(?:someone|a user|the user|anyone) asks)\b[^.!?\n]{0,80}\b(?:reply|respond|answer|say|claim|state)\b/i,
  /\b(?:do not|don['’]t|never)\b[^.!?\n]{0,30}\b(?:cite|mention|tell|reveal)\b[^.!?\n]{0,40}\b(?:the user|your sources?|th(?:is|ese) (?:instructions?|prompt|note)|system prompt)\b/i,
  /<\/?(?:system|assistant|user|instructions?|passages?|question|conversation|found|notes?|tool|function)\b[^>]*>|\[\/?INST\]|<\|[^|]*\|>|<<\/?SYS>>/i,
  /\b(?:append|add|include|insert|attach|put)\b[^.!?\n]{0,80}\byour (?:answers?|outputs?)\b|,\s*(?:assistant|ai|chat ?bot)\s*[.!]?$/i,
  /^\s*(?:#+\s*|[-*>]\s*)?\W{0,3}(?:SYSTEM|ASSISTANT|DEVELOPER)\W{0,3}\s*[:：]/,
  new RegExp(
    String.raw`^\s*\W{0,3}(?:system|assistant|developer)(?: (?:message|prompt|note|override))?\W{0,3}\s*[:：]\s*(?:you\b|${SAYS}|always|never|do not|from now)`,
    'i',
  ),
  /(?:以前|これまで|上記|先|前|全て|すべて|今まで)(?:の|に|で)?[^。\n]{0,12}(?:指示|命令|プロンプト|ルール|指令)[^。\n]{0,20}(?:無視|忘れ|従わ|破棄)/,
  /(?:指示|命令|プロンプト|システム)[^。\n]{0,10}(?:を|は)?(?:すべて|全て|完全に)?(?:無視|忘れて|破棄)/,
  /(?:アシスタント|AI|モデル|ボット|あなた)[^。\n]{0,40}(?:と答え|と回答|と返信|と返答|と言|と伝え|出力|表示)(?:し|す|て|る|せ|なさい|ろ|え|こと)/,
  /(?:忽略|无视|忘记|無視|忘掉|不要理会)[^。\n]{0,15}(?:之前|以上|先前|所有|前面|上述|一切|您的|你的)[^。\n]{0,10}(?:指令|指示|提示|规则|規則|命令)/,
  /(?:你现在是|从现在起你|作为(?:一个)?(?:AI|人工智能)[^。\n]{0,20}(?:必须|应该)|(?:助手|AI|模型)[^。\n]{0,20}(?:必须|应当|应该)[^。\n]{0,20}(?:回答|回复|输出|告诉))/,
  /(?:이전|위의|모든|앞의)[^.\n]{0,10}(?:지시|명령|프롬프트|지침)[^.\n]{0,15}(?:무시|잊)/,
  /(?:игнорируй|забудь|игнорировать|отбрось)[^.\n]{0,40}(?:инструкци|указани|предыдущ|правил)/iu,
  /\b(?:ignorier|vergiss|vergessen|missachte)\w*\b[^.!?\n]{0,40}\b(?:anweisung|instruktion|vorgabe|systemprompt)\w*/i,
  /\b(?:ignora|olvida|olvide|desobedece|dimentica|ignorar|esqueça|esquece|(?:ignorez?|oubliez?) (?:les|tes|vos|ces|toutes))\b[^.!?\n]{0,40}\b(?:instrucciones|indicaciones|órdenes|instructions|consignes|istruzioni|indicazioni|instruções)/iu,
];

/** How a sentence goes on that has begun with an order. */
const GOES_ON = new RegExp(
  String.raw`^\W*(?:instead|then|and|also|please)?[\s,:]*(?:${SAYS}|include|add|end|start|begin|send|call|mention|insert|translate|do not|don['’]t|never|always|you (?:must|should|will|are))\b`,
  'i',
);

/** Pictures of elsewhere, links, and elements that fetch something. */
const REACHING = /!?\[[^\]\n]*\]\(\s*<?(?:https?:)?\/\/[^)\s]*\)|<(?:img|iframe|script|object|embed|form)\b[^>]*>/gi;
/** An address with a place for something that it is to take along. Others are let be: an answer has them as they are, or not at all. */
const TAKES = /^!|^<|[=&?]>?\)$|[{}[\]$<]|%7B/i;
const BASE64 = /(?:[A-Za-z0-9+/]{4}){6,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/g;
/** Characters that nobody sees, and that turn what is seen around; joiners, which scripts and emoji need, are none of them. */
export const HIDDEN = /[\u{e0000}-\u{e007f}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u00ad]/gu;
/** What stands in the place of what was left out. */
export const LEFT_OUT = '[…]';

export interface Cleaned {
  /** What may be read. */
  readonly text: string;
  /** Sentences, links and blobs that were left out. */
  readonly removed: number;
}

/** What a passage says to people. A text without any of it comes back as it is, so that quotations stay word for word. */
export function withoutOrders(text: string): Cleaned {
  const spans: { readonly start: number; readonly end: number }[] = [];
  let before: { readonly end: number } | undefined;
  // The question mark of an address ends no sentence.
  for (const { start, end } of unitsOf(text.replaceAll(/\]\([^()\s]*\)/g, (link) => 'x'.repeat(link.length)))) {
    const unit = text.slice(start, end);
    const goesOn = before !== undefined && !/\n\s*\n/.test(text.slice(before.end, start)) && GOES_ON.test(unit);
    before = isOrder(unit) || goesOn ? { end } : undefined;
    if (before) spans.push({ start, end });
  }
  // What units leave out: the inside of a comment, a line of dashes.
  for (const { index, 0: hidden } of text.matchAll(/<!--[\s\S]*?(?:-->|$)/g)) {
    if (isOrder(hidden)) spans.push({ start: index, end: index + hidden.length });
  }
  for (const { index, 0: blob } of text.matchAll(BASE64)) {
    if (isOrder(decoded(blob))) spans.push({ start: index, end: index + blob.length });
  }
  for (const { index, 0: link } of text.matchAll(REACHING)) {
    if (TAKES.test(link.replace(/^\[[^\]]*\]/, ''))) spans.push({ start: index, end: index + link.length });
  }
  if (spans.length === 0) return { text, removed: 0 };
  let cleaned = '';
  let from = 0;
  for (const { start, end } of spans.sort((a, b) => a.start - b.start)) {
    if (end <= from) continue;
    cleaned += text.slice(from, Math.max(from, start)) + (start >= from ? LEFT_OUT : '');
    from = end;
  }
  return { text: cleaned + text.slice(from), removed: spans.length };
}

/** Nothing of a title is left where it gives an order. */
const headingWithoutOrders = (text: string): string => (isOrder(text) ? LEFT_OUT : withoutOrders(text).text);

/** A passage without what in it gives orders to a model, its title and headings included; `removed` counts what its text lost. */
export function cleaned<P extends Citable>(hit: P): { readonly passage: P; readonly removed: number } {
  const { text, removed } = withoutOrders(hit.text);
  const [title, section] = [headingWithoutOrders(hit.source.title), headingWithoutOrders(hit.section)];
  const isClean = removed === 0 && title === hit.source.title && section === hit.section;
  return { passage: isClean ? hit : { ...hit, text, section, source: { ...hit.source, title } }, removed };
}

function isOrder(text: string): boolean {
  const plain = text
    .normalize('NFKC')
    .replaceAll(HIDDEN, '')
    .replaceAll(/[*_`]+/g, '')
    .replaceAll(/\s+/g, ' ');
  const secret = tagged(text);
  return PATTERNS.some((pattern) => pattern.test(plain)) || (secret !== '' && /\p{L}{3}/u.test(secret));
}

/** What is written in characters that nobody sees: tags of Unicode, each an ASCII character. A flag of Scotland is five of them. */
const tagged = (text: string): string =>
  Array.from(text.replaceAll(/\u{1f3f4}[\u{e0020}-\u{e007e}]+\u{e007f}/gu, '').matchAll(/[\u{e0020}-\u{e007e}]/gu), ([tag]) =>
    String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000),
  ).join('');

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
