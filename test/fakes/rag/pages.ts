import { invalid } from './refusal.ts';

const MOST = 100;

/** A page of a listing. A token names the last that was listed, so that none is listed twice, or missed, when others go. */
export function pageOf<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { pageSize, pageToken }: { readonly pageSize: number; readonly pageToken: string },
): { readonly page: readonly Item[]; readonly nextPageToken: string } {
  if (pageSize < 0) throw invalid(`Invalid page_size ${pageSize}.`);
  const after = Buffer.from(pageToken, 'base64url').toString();
  if (pageToken && !after.startsWith('after:')) throw invalid('Invalid page_token.');
  const last = after.slice('after:'.length);
  const sorted = items.map((item) => ({ id: idOf(item), item })).sort((a, b) => order(a.id, b.id));
  const rest = pageToken ? sorted.filter(({ id }) => order(id, last) > 0) : sorted;
  const here = rest.slice(0, Math.min(pageSize || MOST, MOST));
  const end = here.at(-1);
  return {
    page: here.map(({ item }) => item),
    nextPageToken: end && here.length < rest.length ? Buffer.from(`after:${end.id}`).toString('base64url') : '',
  };
}

/** Ids are numbers of the same length, or keys. */
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
