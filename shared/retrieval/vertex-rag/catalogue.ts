import { Unavailable } from '../../errors.ts';
import { isTenant } from '../../tenant.ts';
import type { IndexBucket, Token } from './index-bucket.ts';
import { type DocumentRecord, keyOf, noteOf, parseNote, parseRecord, writeRecord } from './record.ts';

/** Times that a record is read again because somebody else wrote it in between. */
const MOST_ROUNDS = 20;

/** What is known of every document, in the index bucket: the truth that what the service finds is held against. */
export interface Catalogue {
  find(tenant: string, documentId: string, signal: AbortSignal): Promise<DocumentRecord | undefined>;
  /** The same by the key of its id. */
  findByKey(tenant: string, key: string, signal: AbortSignal): Promise<DocumentRecord | undefined>;
  /**
   * Writes what `change` makes of the record as it is; nothing where that is undefined. Returns the record afterwards. `change`
   * is called again when somebody else wrote meanwhile, so it must depend on nothing but what it is given.
   */
  update(
    tenant: string,
    documentId: string,
    change: (known: DocumentRecord | undefined) => DocumentRecord | undefined,
    signal: AbortSignal,
  ): Promise<DocumentRecord | undefined>;
  /** Removes a record while it `isOver`, as it is now and not as it was listed. Returns whether it did. */
  remove(tenant: string, documentId: string, isOver: (known: DocumentRecord) => boolean, signal: AbortSignal): Promise<boolean>;
  /** A tenant's records in the order of their ids. */
  list(tenant: string, signal: AbortSignal): Promise<readonly DocumentRecord[]>;
  /** Every tenant that there is anything of. */
  tenants(signal: AbortSignal): Promise<readonly string[]>;
}

export function createCatalogue(bucket: IndexBucket): Catalogue {
  const nameOf = (tenant: string, documentId: string) => `${tenant}/documents/${keyOf(documentId)}`;
  const whole = async (name: string, signal: AbortSignal) => {
    const text = await bucket.text(name, signal);
    return text === undefined ? undefined : parseRecord(text);
  };
  const head = async (name: string, signal: AbortSignal): Promise<{ known: DocumentRecord | undefined; token: Token }> => {
    const { note, token } = await bucket.note(name, signal);
    return { known: note === undefined ? undefined : (parseNote(note) ?? (await whole(name, signal))), token };
  };
  return {
    find: (tenant, documentId, signal) => whole(nameOf(tenant, documentId), signal),
    findByKey: (tenant, key, signal) => whole(`${tenant}/documents/${key}`, signal),
    async update(tenant, documentId, change, signal) {
      const name = nameOf(tenant, documentId);
      for (let round = 0; round < MOST_ROUNDS; round++) {
        const { known, token } = await head(name, signal);
        const changed = change(known);
        if (!changed) return known;
        if (await bucket.write(name, writeRecord(changed), noteOf(changed), token, signal)) return changed;
      }
      throw new Unavailable('Too many write the record of this document at once.');
    },
    async remove(tenant, documentId, isOver, signal) {
      const name = nameOf(tenant, documentId);
      const { known, token } = await head(name, signal);
      // Whoever wrote it since had something to say of it.
      return known !== undefined && isOver(known) && (await bucket.remove(name, signal, token));
    },
    async list(tenant, signal) {
      const records: DocumentRecord[] = [];
      for await (const { name, note } of bucket.list(`${tenant}/documents/`, signal)) {
        const found = note === undefined ? undefined : (parseNote(note) ?? (await whole(name, signal)));
        if (found) records.push(found);
      }
      return records.sort((a, b) => (a.documentId < b.documentId ? -1 : 1));
    },
    tenants: async (signal) => (await bucket.folders(signal)).filter(isTenant),
  };
}
