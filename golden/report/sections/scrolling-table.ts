import { type Content, type Html, html } from '../html.ts';

export interface Column {
  readonly name: Content;
  /** Figures stand to the right, under each other. */
  readonly isNumber?: boolean;
}

/** A table in a box of its own that scrolls where the page is narrow. The first cell of each row is its heading. */
export const tableOf = (caption: string, columns: readonly Column[], rows: readonly (readonly Content[])[]): Html =>
  scrolling(
    caption,
    html`<table><caption>${caption}</caption>
<thead><tr>${columns.map(({ name, isNumber }) => html`<th scope="col"${classOf(isNumber)}>${name}</th>`)}</tr></thead>
<tbody>${rows.map(
      (row) =>
        html`<tr>${row.map((cell, i) => (i === 0 ? html`<th scope="row">${cell}</th>` : html`<td${classOf(columns[i]?.isNumber)}>${cell}</td>`))}</tr>
`,
    )}</tbody></table>`,
  );

/** A box that scrolls, by the keyboard too. */
export const scrolling = (label: string, content: Html): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="${label}">${content}</div>
`;

const classOf = (isNumber = false): Html => (isNumber ? html` class="number"` : html``);
