import type { RootContent } from 'mdast';
import { describe, expect, it } from 'vitest';
import { parse } from '../../../../shared/documents/parse/parse.ts';
import { encode } from './encode.ts';

const read = (html: string | Uint8Array, documentId = 'a/page.html') =>
  parse({ documentId, mediaType: undefined }, typeof html === 'string' ? Buffer.from(html) : html);
const textOf = async (body: string) => (await read(`<!doctype html><html><body>${body}</body></html>`)).text;
const PROSE = '<p>The pump needs oil every month. Take it off the wall first, and keep the filter dry while you do.</p>';

describe('a page of HTML', () => {
  it('keeps headings, lists, code and words as they are', async () => {
    expect(
      await textOf(
        '<h1>Pumps</h1><p>Set <code>max_oil_level</code> in <em>two</em> <a href="x.html">steps</a>:</p><ol><li>one<ul><li>deeper</li></ul></li><li>two</li></ol><pre><code class="language-sh">a  b\n  c</code></pre>',
      ),
    ).toBe('# Pumps\n\nSet max_oil_level in two steps:\n\n1. one\n   - deeper\n2. two\n\n```sh\na  b\n  c\n```');
  });

  it.each([4, 10, 100, 1_000_000])('has no more columns than cells begin in, for a cell that spans %d', async (span) => {
    const wide = `<tr><td colspan="${span}">Austria</td></tr><tr><td>Total</td><td colspan="${span}" rowspan="2">9</td></tr><tr><td>All</td></tr>`;
    expect(
      await textOf(`<table><tr><th>City</th><th>May</th><th>June</th></tr>${wide}<tr><td>Graz</td><td>5</td><td>6</td></tr></table>`),
    ).toBe('| City | May | June |\n| --- | --- | --- |\n| Austria |  |  |\n| Total | 9 | 9 |\n| All | 9 | 9 |\n| Graz | 5 | 6 |');
  });

  it('gives positions that are offsets in its text', async () => {
    const { text, tree } = await read(
      '<h1>A</h1><ul><li>one</li><li>two<ul><li>more</li></ul></li></ul><table><tr><th>k</th><th>v</th></tr><tr><td>a</td><td>b|c</td></tr></table>',
    );
    const slices = tree.children.flatMap((node): readonly RootContent[] =>
      node.type === 'list' || node.type === 'table' ? [node, ...node.children] : [node],
    );
    expect(slices.map(({ position }) => text.slice(position?.start.offset, position?.end.offset))).toEqual([
      '# A',
      '- one\n- two\n  - more',
      '- one',
      '- two\n  - more',
      '| k | v |\n| --- | --- |\n| a | b\\|c |',
      '| k | v |',
      '| a | b\\|c |',
    ]);
  });

  it.each([
    ['navigation', '<nav><a href="/">Home</a> <a href="/x">Products</a></nav>'],
    ['a menu by its role', '<div role="navigation"><a href="/">Home</a></div>'],
    ['a menu by what it is', '<p><a href="/">Home</a> | <a href="/x">Products</a> | <a href="/y">FAQ</a></p>'],
    ['the header of the page', '<div id="page-header"><p>Home of Acme 2.5</p></div>'],
    ['the footer of the page', '<div class="site-footer"><h3>About</h3><p>Copyright Home</p></div>'],
    ['breadcrumbs', '<ul class="breadcrumb"><li><a href="/">Home</a></li><li>Pumps</li></ul>'],
    ['breadcrumbs by what they are', '<div><a href="/">Home</a> &gt; <a href="/x">Docs</a> &gt; <a href="/y">Pumps</a></div>'],
    ['a language switch', '<div><p>Languages: <a hreflang="de" href="/de">Home de</a> <a hreflang="fr" href="/fr">Home fr</a></p></div>'],
    ['a language switch with one language', '<div class="toplang"><p><span>Home: </span><a href="/en">en</a></p></div>'],
    ['a table of contents', '<h2>Home</h2><ul><li><a href="#oil">Home oil</a></li><li><a href="#wall">Home wall</a></li></ul>'],
    [
      'a sidebar of links',
      '<div id="quickview"><h3>Home</h3><ul><li><a href="#oil">Oil</a></li><li><a href="#wall">Wall</a></li></ul><h3>See also</h3><ul><li><a href="/z">Home Z</a></li></ul></div>',
    ],
    ['comments', '<div class="section"><h2><a id="comments_section">Home</a></h2><div>Notice: Home is where comments go.</div></div>'],
    ['a list of comments', '<div class="comment-list"><h3>Home</h3><p>Home, sweet home.</p></div>'],
    ['a notice about cookies', '<div id="cookie-banner">Home uses cookies. <button>OK</button></div>'],
    ['a notice about cookies by its vendor', '<div id="onetrust-banner-sdk" class="otFlat"><p>Home is better with them.</p></div>'],
    ['a notice about cookies without a name', '<div class="x1"><p>We use cookies to make Home better.</p><button>OK</button></div>'],
    ['hidden text', '<p style="display: none">Home</p><p hidden>Home</p><span aria-hidden="true">Home</span><!-- Home -->'],
    ['scripts and styles', '<script>var Home</script><style>.Home{}</style><template>Home</template><noscript>Home</noscript>'],
    ['forms', '<form><input value="Home"><select><option>Home</option></select><button>Home</button></form>'],
  ])('leaves out %s', async (_, frame) => {
    const body = `<div id="content"><h1>Pumps</h1><h2 id="oil">Oil</h2>${PROSE}<h2 id="wall">Wall</h2>${PROSE}</div>`;
    expect(await textOf(`${frame}${body}`)).not.toMatch(/Home/);
    expect(await textOf(`${body}${frame}`)).toMatch(/## Oil\n\nThe pump needs oil[\s\S]+## Wall\n\nThe pump/);
  });

  it('reads the main part of a page that names it, with the title above it', async () => {
    expect(await textOf(`<h1>Pumps</h1><div>Elsewhere on this site</div><main>${PROSE}</main><div>More from us</div>`)).toMatch(
      /^# Pumps\n\nThe pump needs oil[^\n]+$/,
    );
  });

  it('keeps a page that is a list of links', async () => {
    expect(await textOf('<h1>All pumps</h1><ul><li><a href="/1">LP-350</a></li><li><a href="/2">LP-400</a></li></ul>')).toContain(
      '- LP-400',
    );
  });

  it('repeats a cell in every row and column that it spans, below one header row', async () => {
    expect(
      await textOf(
        '<table><thead><tr><th rowspan="2">Pump</th><th colspan="2">2024</th></tr><tr><th>Q1</th><th>Q2</th></tr></thead><tbody><tr><td rowspan="2">LP</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></tbody></table>',
      ),
    ).toBe('| Pump | 2024 / Q1 | 2024 / Q2 |\n| --- | --- | --- |\n| LP | 1 | 2 |\n| LP | 3 | 4 |');
  });

  it('reads two columns without a header as labels, and more as lines', async () => {
    expect(await textOf('<table><tr><th>Status:</th><td>Base</td></tr><tr><th>Module</th><td>alias</td></tr></table>')).toBe(
      '- Status: Base\n- Module: alias',
    );
    expect(await textOf('<table><tr><td>1</td><td>2</td><td>3</td></tr></table>')).toBe('- 1 | 2 | 3');
  });

  it('leaves out the line of copyright with which a page ends', async () => {
    expect(await textOf(`${PROSE}<p>Copyright law is a subject of its own.</p>${PROSE}<div><p>© 2026 Acme Inc.</p></div>`)).toMatch(
      /Copyright law[\s\S]+while you do\.$/,
    );
  });

  it('keeps a section about comments', async () => {
    expect(
      await textOf(`<h1>Syntax</h1><section id="comments"><h2>Comments</h2><p>A comment begins with <code>#</code>.</p></section>${PROSE}`),
    ).toContain('A comment begins with #.');
  });

  it('keeps a table of links, whatever it is called', async () => {
    const cells =
      '<tr><th>Modules</th><th>Directives</th></tr><tr><td><ul><li><a href="/a">alias</a></li></ul></td><td><ul><li><a href="/b">Allow</a></li><li><a href="/c">Deny</a></li></ul></td></tr>';
    expect(await textOf(`${PROSE}<table class="related">${cells}</table>`)).toContain('| alias | Allow; Deny |');
  });

  it('takes what is in a table that only lays out the page', async () => {
    expect(
      await textOf(
        `<table><tr><td>${PROSE}</td><td><h2>Oil</h2><table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>`,
      ),
    ).toMatch(/^The pump[^\n]+\n\n## Oil\n\n\| a \| b \|/);
  });

  it('keeps a term with its definition', async () => {
    expect(await textOf('<dl><dt>Oil</dt><dd>Keeps it going.</dd><dt>Water:</dt><dd><p>Does not.</p><p>Ever.</p></dd></dl>')).toBe(
      '- Oil: Keeps it going.\n- Water: Does not.\n  Ever.',
    );
  });

  it('takes title, language and metadata from the head', async () => {
    const head =
      '<title>Pumps - Acme Help</title><link rel="canonical" href="https://a.example/p"><meta name="description" content="About pumps"><meta name="keywords" content="oil, pump"><meta property="article:modified_time" content="2026-03-01T10:00:00+01:00">';
    expect(await read(`<!doctype html><html lang="de-AT"><head>${head}</head><body><p>Ölpumpe</p></body></html>`)).toMatchObject({
      title: 'Pumps',
      language: 'de',
      mediaType: 'text/html',
      metadata: {
        canonical_url: 'https://a.example/p',
        description: 'About pumps',
        keywords: ['oil', 'pump'],
        updated_at: '2026-03-01T09:00:00.000Z',
        language: 'de-AT',
      },
    });
    expect((await read(`<title>Pumps - Acme Help</title><h1>All pumps</h1>${PROSE}`)).title).toBe('All pumps');
  });

  it('is known by its content, then by its name with language and encoding behind it', async () => {
    const korean = '<?xml version="1.0" encoding="EUC-KR"?><html lang="ko"><body><h1>펌프</h1><p>오일이 필요합니다.</p></body></html>';
    expect(await read(encode(korean, 'euc-kr'), 'bind')).toMatchObject({ title: '펌프', mediaType: 'text/html' });
    expect(await read('<p>oil</p>', 'index.html.pt-br')).toMatchObject({ title: 'index', mediaType: 'text/html' });
    expect(await read(encode('<p>기름</p>', 'euc-kr'), 'bind.html.ko.euc-kr')).toMatchObject({ title: 'bind', text: '기름' });
    expect(await read(encode('<meta charset="windows-1251"><p>насос</p>', 'windows-1251'))).toMatchObject({ text: 'насос' });
  });

  it('refuses a page that nests without end', async () => {
    await expect(read('<div>'.repeat(100_000))).rejects.toMatchObject({ code: 'TOO_COMPLEX' });
  });
});
