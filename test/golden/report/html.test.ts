import { describe, expect, it } from 'vitest';
import { html, trusted } from '../../../golden/report/html.ts';

describe('html', () => {
  it('escapes what is put into it, between tags and in attributes', () => {
    expect(html`<p title="${`"'`}">${'<script>alert(1)</script> & more'}</p>`.markup).toBe(
      '<p title="&quot;&#39;">&lt;script&gt;alert(1)&lt;/script&gt; &amp; more</p>',
    );
  });

  it('does not escape markup again, nor what is trusted', () => {
    expect(html`<p>${html`<b>${'<'}</b>`}${trusted('<svg></svg>')}</p>`.markup).toBe('<p><b>&lt;</b><svg></svg></p>');
  });

  it('writes lists without commas, numbers as they are, and nothing of undefined', () => {
    expect(html`${[html`<li>${1}</li>`, 'a', undefined, ['b', 0]]}`.markup).toBe('<li>1</li>ab0');
  });
});
