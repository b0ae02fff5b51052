import type { RootContent } from 'mdast';
import type { Address, Email } from 'postal-mime';
import PostalMime from 'postal-mime';
import { isoDate } from '../dates.ts';
import { heading, paragraph } from './build.ts';
import { decode } from './decode.ts';
import { page } from './html/html.ts';
import { said } from './metadata.ts';
import type { Input, Reading } from './reading.ts';
import { reading } from './refuse.ts';
import { paragraphs, parseText } from './text.ts';

/** A plain part of less than this share of the HTML part's words only says that there is an HTML part. */
const LEAST_SHARE = 0.25;
const MOST_NESTING = 50;
/** Any of them shows that the first lines are the header of an e-mail, and not of a text, which has colons too. */
const FIELDS =
  /^(?:from|to|cc|bcc|subject|date|sender|reply-to|in-reply-to|references|return-path|received|message-id|mime-version|content-.+|x-.+)$/;

/** An e-mail: its subject, who wrote it to whom and when, and its text. What is attached is named and not read. */
export const readMail = ({ bytes, charset, name }: Input): Promise<Reading> =>
  reading('e-mail', async () => {
    const mail = await PostalMime.parse(bytes, { maxNestingDepth: MOST_NESTING });
    if (!mail.headers.some(({ key }) => FIELDS.test(key))) return parseText(await decode(bytes, [charset]), name);
    const from = people(mail.from ? [mail.from] : []);
    const to = people([...(mail.to ?? []), ...(mail.cc ?? [])]);
    const sent = isoDate(mail.date);
    const lines = [from && `From: ${from}`, to && `To: ${to}`, (sent ?? mail.date) && `Date: ${mail.date}`].filter(Boolean);
    const attached = mail.attachments.map(({ filename }) => filename).filter((name) => name);
    const children: RootContent[] = [
      ...(mail.subject ? [heading(1, mail.subject)] : []),
      ...(lines.length > 0 ? [paragraph(lines.join('\n'))] : []),
      ...bodyOf(mail),
      ...(attached.length > 0 ? [paragraph(`Attachments: ${attached.join(', ')}`)] : []),
    ];
    const metadata = said({ from, to, date: sent, message_id: mail.messageId, attachments: attached.filter((name) => name !== null) });
    return { title: mail.subject, tree: { type: 'root', children }, metadata };
  });

function bodyOf({ text, html }: Email): RootContent[] {
  const formatted = html ? page(html).tree.children : [];
  const plain = text?.replaceAll(/\r\n?/g, '\n') ?? '';
  if (plain.trim() && plain.length >= lengthOf(html) * LEAST_SHARE) return paragraphs(plain, 0);
  return formatted.length > 0 ? formatted : paragraphs(plain, 0);
}

/** About how many characters of a page are text. */
const lengthOf = (html = ''): number => html.replaceAll(/<(style|script|head)\b[\s\S]*?<\/\1>|<[^>]*>|\s+/gi, ' ').trim().length;

const people = (addresses: readonly Address[]): string =>
  addresses
    .flatMap((each) => (each.group ? each.group : [each]))
    .map(({ name, address }) => (name && address && name !== address ? `${name} <${address}>` : (address ?? name)))
    .filter((person) => person !== '')
    .join(', ');
