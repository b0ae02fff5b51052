import { SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeToken } from '../../functions/local/token.ts';
import { type callsTo, SECRET } from '../support/served.ts';

export interface Endpoints extends Pick<ReturnType<typeof callsTo>, 'call' | 'search'> {
  /** Writes an object TENANT/PATH, and has it indexed. */
  put(name: string, body: string, metadata: Readonly<Record<string, string>>): Promise<{ readonly status: number }>;
  readonly lines: readonly string[];
}

const SECRETS = /bitcoin|payroll|nobodys/;

/** Every endpoint that leads to a document, asked by everybody who may not see it: over every backend. */
export function endpointsAccess(name: string, { call, search, put, lines }: Endpoints): void {
  describe(`${name}: every endpoint`, () => {
    const ids = new Map<string, string>();
    beforeAll(async () => {
      const documents: readonly (readonly [string, string, Readonly<Record<string, string>>])[] = [
        ['globex/secret.md', '# Secret\n\nThe vault code is bitcoin.\n', {}],
        ['globex/same.md', '# Same\n\nThe vault code is bitcoin, too.\n', {}],
        ['acme/open.md', '# Open\n\nThe vault is open.\n', { product: 'vault' }],
        ['acme/hr.md', '# HR\n\nThe vault of the payroll.\n', { acl: 'hr' }],
        ['acme/none.md', '# None\n\nThe vault is nobodys.\n', { acl: '' }],
        ['acme/same.md', '# Same\n\nThe vault of ours.\n', {}],
      ];
      for (const [path, body, metadata] of documents) expect((await put(path, body, metadata)).status).toBe(204);
      for (const [tenant, groups] of [
        ['globex', []],
        ['acme', ['hr']],
      ] as const) {
        const { json } = await search({ query: 'vault code payroll', top_k: 20 }, tenant, [...groups]);
        for (const { id, document_id } of json.passages) ids.set(`${tenant}/${document_id}`, id);
      }
      expect([...ids.keys()].sort()).toEqual(['acme/hr.md', 'acme/open.md', 'acme/same.md', 'globex/same.md', 'globex/secret.md']);
    });

    const tokenOf = (claims: Record<string, unknown>, secret = SECRET) =>
      new SignJWT({ sub: 'me', ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setExpirationTime('1 hour')
        .sign(new TextEncoder().encode(secret));
    /** Whatever an endpoint answers to a token. */
    const everywhere = async (token: string | undefined) => {
      const replies = [];
      const bodies = [
        { query: 'vault code bitcoin payroll', top_k: 50 },
        { query: 'vault code bitcoin payroll', explain: true },
        { query: 'vault', filter: { product: 'vault' } },
        { query: 'vault', filter: { or: [{ product: 'vault' }] } },
        { query: 'vault', as_of: '2026-01-01' },
      ];
      for (const body of bodies) replies.push(await call('POST', '/search', { token, body: JSON.stringify(body) }));
      for (const id of ids.values()) replies.push(await call('GET', `/passages/${encodeURIComponent(id)}`, { token }));
      return replies;
    };

    it.each([
      ['no token', async () => undefined, 401],
      ['a token of another secret', () => tokenOf({ tenant_id: 'globex' }, 'another secret of another run'), 401],
      ['no tenant', () => tokenOf({}), 403],
      ['a tenant of null', () => tokenOf({ tenant_id: null }), 403],
      ['an empty tenant', () => tokenOf({ tenant_id: '' }), 403],
      ['a tenant of everybody', () => tokenOf({ tenant_id: '*' }), 403],
      ['two tenants', () => tokenOf({ tenant_id: ['acme', 'globex'] }), 403],
      ['a tenant with a way up', () => tokenOf({ tenant_id: '../globex' }), 403],
      ['a tenant below another', () => tokenOf({ tenant_id: 'acme/globex' }), 403],
      ['a tenant in another case', () => tokenOf({ tenant_id: 'GLOBEX' }), 403],
    ])('refuses %s', async (_, token, status) => {
      for (const reply of await everywhere(await token())) {
        expect(reply.status).toBe(status);
        expect(reply.text).not.toMatch(SECRETS);
      }
    });

    it.each<[string, string, readonly string[], readonly string[]]>([
      ['nobody of another tenant', 'initech', ['hr', '*', 'board'], []],
      ['somebody without groups', 'acme', [], ['acme/open.md', 'acme/same.md']],
      ['somebody of other groups', 'acme', ['*', 'HR', 'hr ', 'hr,it'], ['acme/open.md', 'acme/same.md']],
      ['somebody of the group', 'acme', ['hr'], ['acme/hr.md', 'acme/open.md', 'acme/same.md']],
      ['somebody of the other tenant', 'globex', ['hr'], ['globex/same.md', 'globex/secret.md']],
    ])('shows %s what is theirs and no more', async (_, tenant, groups, wanted) => {
      const token = await makeToken(SECRET, tenant, groups);
      for (const [path, id] of ids) {
        const { status, text } = await call('GET', `/passages/${encodeURIComponent(id)}`, { token });
        // Of two documents of one name in two tenants pgvector's passages have one id: it opens one's own.
        if (wanted.includes(path) || wanted.some((own) => ids.get(own) === id)) expect(status).toBe(200);
        else expect(status).toBe(404);
        if (tenant !== 'globex') expect(text).not.toMatch(/bitcoin/);
      }
      const { json } = await search({ query: 'vault code payroll', top_k: 50 }, tenant, [...groups]);
      expect(json.passages.map(({ document_id }: { document_id: string }) => `${tenant}/${document_id}`).sort()).toEqual(wanted);
      for (const { status, text } of await everywhere(token)) {
        expect([200, 400, 404]).toContain(status);
        expect(text).not.toMatch(/nobodys/);
        if (tenant !== 'globex') expect(text).not.toMatch(/bitcoin/);
        if (!groups.includes('hr') || tenant !== 'acme') expect(text).not.toMatch(/payroll\./);
      }
    });

    it('takes no tenant and no group from anywhere but the token', async () => {
      const token = await makeToken(SECRET, 'acme');
      const body = JSON.stringify({
        query: 'vault code bitcoin payroll',
        tenant: 'globex',
        tenant_id: 'globex',
        groups: ['hr'],
        acl: ['hr'],
        caller: { tenant: 'globex', groups: ['hr'] },
      });
      const other = await makeToken(SECRET, 'globex', ['hr']);
      const headers = { 'x-tenant': 'globex', 'x-groups': 'hr', 'x-serverless-authorization': `Bearer ${other}`, cookie: `token=${other}` };
      for (const path of ['/search', '/search?tenant=globex&tenant_id=globex&groups=hr']) {
        const reply = await call('POST', path, { token, body, headers });
        expect(reply.text).not.toMatch(/bitcoin|of the payroll/);
      }
      for (const id of [ids.get('globex/secret.md'), ids.get('acme/hr.md')]) {
        const reply = await call('GET', `/passages/${encodeURIComponent(id ?? '')}?tenant=globex&groups=hr`, { token, headers });
        expect(reply.status).toBe(404);
      }
    });

    it('says nothing of any tenant where it is open, and nothing of a document in the log', async () => {
      for (const path of ['/healthz', '/openapi.json']) {
        const { status, text } = await call('GET', path);
        expect(status).toBe(200);
        expect(text).not.toMatch(/acme|globex|vault/);
      }
      const { text } = await call('POST', '/reconcile', { body: JSON.stringify({ dry_run: true }) });
      expect(text).not.toMatch(SECRETS);
      expect(lines.join()).not.toMatch(SECRETS);
    });

    it('ranks passages for a tenant only', async () => {
      const body = JSON.stringify({ query: 'vault', passages: [{ id: 'a', text: 'Water.' }] });
      expect((await call('POST', '/rerank', { body })).status).toBe(401);
      expect((await call('POST', '/rerank', { token: await tokenOf({ tenant_id: null }), body })).status).toBe(403);
    });
  });
}
