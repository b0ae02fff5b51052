import { describe, expect, it } from 'vitest';
import { parse } from '../../../../shared/documents/parse/parse.ts';

const read = (documentId: string, text: string) => parse({ documentId, mediaType: undefined }, Buffer.from(text));

describe('CSV', () => {
  it('is a table with its header, whatever cuts its cells', async () => {
    expect((await read('parts.csv', '\ufeffPart;Price;Note\nPump;"14,50";"two\nlines"\nFilter;7|25;\n\n')).text).toBe(
      '| Part | Price | Note |\n| --- | --- | --- |\n| Pump | 14,50 | two lines |\n| Filter | 7\\|25 |  |',
    );
    expect((await read('parts.tsv', 'a\tb\n1\t2\n')).text).toBe('| a | b |\n| --- | --- |\n| 1 | 2 |');
  });

  it('names its columns where the file does not', async () => {
    expect((await read('x.csv', '1,2\n3,4\n')).text).toBe('| Column 1 | Column 2 |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |');
  });

  it('has years as names above figures, and not above years', async () => {
    expect((await read('x.csv', 'Country,2019,2020\nAustria,8.9,\nGraz,3,-4\n')).text).toBe(
      '| Country | 2019 | 2020 |\n| --- | --- | --- |\n| Austria | 8.9 |  |\n| Graz | 3 | -4 |',
    );
    expect((await read('x.csv', 'City,2024-01,2024-02\nGraz,3,4\n')).text).toMatch(/^\| City \| 2024-01 \|/);
    expect((await read('x.csv', 'Pump,1,2,3\nBlue,7,n/a,9\n')).text).toMatch(/^\| Pump \| 1 \|/);
    for (const rows of ['Ana,1999\nBen,2001\n', 'Pump,1,2\nSeal,3,4\n', 'Pump,2019\nSeal,blue\n'])
      expect((await read('x.csv', rows)).text).toMatch(/^\| Column 1 /);
  });

  it('is cut by what its first line says', async () => {
    const table = '| a,b | c |\n| --- | --- |\n| 1,2 | 3 |';
    expect((await read('x.csv', '\ufeffsep=;\r\na,b;c\r\n1,2;3\r\n')).text).toBe(table);
    expect((await read('x.csv', '"sep=\t"\na,b\tc\n1,2\t3\n')).text).toBe(table);
    expect((await read('x.csv', 'SEP=~\na,b~c\n1,2~3\n')).text).toBe(table);
  });

  it('names each value of a row that is too wide to stand below a header', async () => {
    const names = Array.from({ length: 80 }, (_, i) => `measurement ${i}`);
    const { text } = await read('wide.csv', `${names.join(',')}\n${names.map((_, i) => i).join(',')}\n`);
    expect(text).toMatch(/^- measurement 0: 0; measurement 1: 1;/);
  });

  it('gives every row of a long table its place', async () => {
    const { text, tree } = await read('long.csv', `n,square\n${Array.from({ length: 5_000 }, (_, i) => `${i},${i * i}`).join('\n')}`);
    const [table] = tree.children;
    const row = table?.type === 'table' ? table.children.at(-1) : undefined;
    expect(text.slice(row?.position?.start.offset, row?.position?.end.offset)).toBe(`| 4999 | ${4_999 * 4_999} |`);
  });
});

describe('JSON', () => {
  it('is a line for each value, below a heading for each part', async () => {
    const value = { title: 'Pump', price: 14.5, tags: ['oil', 'blue'], empty: null, maker: { name: 'Acme', at: { city: 'Graz' } } };
    expect(await read('pump.json', JSON.stringify(value))).toMatchObject({
      title: 'Pump',
      text: '- title: Pump\n- price: 14.5\n- tags: oil, blue\n\n## maker\n\n- maker.name: Acme\n\n### maker.at\n\n- maker.at.city: Graz',
    });
  });

  it('is a table where it is small records alike', async () => {
    expect((await read('x.json', '[{"id":1,"at":{"city":"Graz"}},{"id":2,"at":{"city":"Linz"}}]')).text).toBe(
      '| id | at.city |\n| --- | --- |\n| 1 | Graz |\n| 2 | Linz |',
    );
  });

  it('is a section a record where they say much, each under its name', async () => {
    const long = 'The pump needs oil. '.repeat(60).trim();
    const { text } = await read(
      'x.json',
      JSON.stringify([
        { name: 'Oil', text: long },
        { id: 7, text: long },
      ]),
    );
    expect(text).toBe(`## Oil\n\n- name: Oil\n- text: ${long}\n\n## 7\n\n- id: 7\n- text: ${long}`);
  });

  it('is refused when it is none, or nests without end', async () => {
    await expect(read('x.json', '{"a":')).rejects.toMatchObject({ code: 'MALFORMED' });
    await expect(read('x.json', '['.repeat(100_000))).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
  });

  it('may hold strings of any length', async () => {
    const value = { a: `[{\\"${'x'.repeat(9_000_000)}`, b: 1 };
    expect((await read('x.json', JSON.stringify(value))).text).toMatch(/- b: 1$/);
  });

  it('keeps numbers as they are written', async () => {
    const json = '{"id":12345678901234567890123,"odd":9007199254740993,"version":1.10,"big":1e3,"n":14.5,"zero":0}';
    expect((await read('x.json', json)).text).toBe(
      '- id: 12345678901234567890123\n- odd: 9007199254740993\n- version: 1.10\n- big: 1e3\n- n: 14.5\n- zero: 0',
    );
  });

  it.each(['-0', '-0.0', '0.0000001', '123456789.123456789', '-12345678901234567', '1E2', '2.50'])(
    'keeps %s as it is written',
    async (number) => {
      for (const json of [`{"a":${number}}`, `[ ${number}]`, number])
        expect((await read('x.json', json)).text).toMatch(new RegExp(`${number}$`));
    },
  );

  it('is refused with the place where it is broken, as far as that is known', async () => {
    const said = (text: string) => read('x.json', text).catch((error: unknown) => String(error));
    expect(await said('{"a":')).toMatch(/: it ends too soon\.$/);
    expect(await said('{"a":1,}')).toMatch(/: at position 7/);
    expect(await said('{"a":NaN}')).toMatch(/is not valid JSON\.$/);
  });

  it('may be a value a line, of which a broken one is left out and said', async () => {
    expect(await read('x.jsonl', '{"a":1,"b":2}\n{"a":3,"b":4}\n{"a":\n')).toMatchObject({
      text: '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
      warning: expect.stringMatching(/1 of 3 lines/),
    });
  });
});

describe('a notebook', () => {
  const cells = [
    { cell_type: 'markdown', source: ['# Oil\n', '\n', 'Some *prose*.'] },
    {
      cell_type: 'code',
      source: 'print(1)',
      outputs: [
        { output_type: 'stream', text: ['\u001b[31m1\u001b[0m\n'] },
        { output_type: 'display_data', data: { 'image/png': 'x' } },
      ],
    },
    { cell_type: 'code', source: 'dump()', outputs: [{ output_type: 'stream', text: 'x'.repeat(50_000) }] },
  ];
  const notebook = JSON.stringify({ nbformat: 4, metadata: { language_info: { name: 'python' } }, cells });

  it('has its prose as Markdown, its code as code, and what that printed within bounds', async () => {
    const { title, text, tree, mediaType } = await read('oil.ipynb', notebook);
    expect(text.slice(0, 70)).toBe('# Oil\n\nSome *prose*.\n\n```python\nprint(1)\n```\n\n```\n1\n```\n\n```python\ndum');
    expect(text.length).toBeLessThan(3_000);
    expect(tree.children.map(({ type }) => type)).toEqual(['heading', 'paragraph', 'code', 'code', 'code', 'code']);
    expect([title, mediaType]).toEqual(['Oil', 'application/x-ipynb+json']);
  });
});

describe('an e-mail', () => {
  const headers =
    'From: =?utf-8?q?J=C3=B6rg?= <j@a.example>\r\nTo: ana@b.example\r\nSubject: =?utf-8?b?w5ZsIGbDvHIgZGllIFB1bXBl?=\r\nDate: Mon, 16 Dec 2024 10:30:00 -0500\r\nMIME-Version: 1.0\r\n';
  const parts = (kind: string, ...bodies: readonly string[]) =>
    `${headers}Content-Type: multipart/${kind}; boundary=x\r\n\r\n${bodies.map((body) => `--x\r\n${body}\r\n`).join('')}--x--\r\n`;
  const attachment =
    'Content-Type: application/pdf; name="plan.pdf"\r\nContent-Disposition: attachment; filename="plan.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERi0=';

  it('has its subject as title, its people and its date, its plain text, and the names of what is attached', async () => {
    const mail = parts(
      'mixed',
      'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nDas =D6l fehlt.\r\n\r\nGru=DF',
      attachment,
    );
    expect(await read('a.eml', mail)).toMatchObject({
      title: 'Öl für die Pumpe',
      text: '# Öl für die Pumpe\n\nFrom: Jörg <j@a.example>\nTo: ana@b.example\nDate: 2024-12-16T15:30:00.000Z\n\nDas Öl fehlt.\n\nGruß\n\nAttachments: plan.pdf',
      metadata: { from: 'Jörg <j@a.example>', to: 'ana@b.example', date: '2024-12-16T15:30:00.000Z', attachments: ['plan.pdf'] },
    });
  });

  it('has its formatted text where the plain one only points to it', async () => {
    const html = `<p>${'The pump needs oil every month. '.repeat(10)}</p><ul><li>Seal</li></ul>`;
    const { text } = await read(
      'a.eml',
      parts('alternative', 'Content-Type: text/plain\r\n\r\nSee HTML.', `Content-Type: text/html\r\n\r\n${html}`),
    );
    expect(text).toMatch(/needs oil every month\.\n\n- Seal$/);
    expect(text).not.toMatch(/See HTML/);
  });

  it.each(['The pump needs oil.\nEvery month.\n\nNote: the seal is blue.', 'Note: the pump\nneeds oil.'])(
    'is a text where it has none of the fields of one: %j',
    async (text) => {
      expect(await read('a.eml', text)).toMatchObject({ title: 'a', text, mediaType: 'message/rfc822' });
    },
  );
});
