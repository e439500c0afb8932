/** How many rows of a table are shown at first, and at the most. */
const FEW_ROWS = 12;
const MOST_ROWS = 500;

/** All tables, for printing: paper shows every row. */
const tables = [];

/**
 * A table that is sorted by a click on a column's title.
 *
 * A column has a title, a value to sort by, and optionally its text, whether it is a number (to the right, largest
 * first), a hint, and how its cell is filled. Rows are shown in the given order until a column is chosen. Under a
 * heading that says the same, the caption is not seen.
 */
class Table {
  constructor(parent, caption, columns, {underHeading = false, all = false} = {}) {
    this.columns = columns;
    this.rows = [];
    this.sorted = null;
    this.descending = false;
    this.all = all;
    this.body = make('tbody');
    this.heads = columns.map((column, i) => this.head(column, i));
    this.more = make('button', {type: 'button', class: 'rows'});
    this.more.addEventListener('click', () => {
      this.all = !this.all;
      this.draw();
    });
    const table = make(
      'table',
      {},
      make('caption', {class: underHeading ? 'unseen' : undefined}, caption),
      make('thead', {}, make('tr', {}, ...this.heads)),
      this.body,
    );
    // Scrolls by keyboard, too.
    parent.append(make('div', {class: 'table', tabindex: '0', role: 'group', 'aria-label': caption}, table), this.more);
    tables.push(this);
  }

  head(column, i) {
    const button = make('button', {type: 'button', title: column.hint}, column.title);
    button.addEventListener('click', () => {
      this.descending = this.sorted === i ? !this.descending : Boolean(column.number);
      this.sorted = i;
      this.draw();
    });
    return make('th', {scope: 'col', class: column.number ? 'number' : undefined}, button);
  }

  show(rows) {
    this.rows = rows;
    this.draw();
  }

  draw(all = this.all) {
    this.heads.forEach((head, i) => {
      if (i === this.sorted) {
        head.setAttribute('aria-sort', this.descending ? 'descending' : 'ascending');
      } else {
        head.removeAttribute('aria-sort');
      }
    });
    const rows = this.order();
    const most = all ? MOST_ROWS : FEW_ROWS;
    this.body.replaceChildren(...rows.slice(0, most).map(row => this.row(row)));
    this.more.hidden = rows.length <= FEW_ROWS;
    this.more.textContent = this.moreText(rows.length, all);
  }

  moreText(count, all) {
    const left = count > MOST_ROWS ? `${MOST_ROWS} of ${number(count)} rows` : `all ${count} rows`;
    return all ? `Show ${FEW_ROWS} rows` + (count > MOST_ROWS ? `: ${left} are shown` : '') : `Show ${left}`;
  }

  order() {
    if (this.sorted === null) {
      return this.rows;
    }
    const {value} = this.columns[this.sorted];
    const sign = this.descending ? -1 : 1;
    // What is not known comes last, either way.
    return [...this.rows].sort((one, other) => {
      const [a, b] = [value(one), value(other)];
      const [noA, noB] = [a === null || a === undefined, b === null || b === undefined];
      return noA || noB ? noA - noB : sign * (typeof a === 'string' ? a.localeCompare(b) : a - b);
    });
  }

  row(row) {
    return make(
      'tr',
      {},
      ...this.columns.map((column, i) => {
        const cell = make(i === 0 ? 'th' : 'td', {
          class: column.number ? 'number' : column.name ? 'name' : undefined,
          scope: i === 0 ? 'row' : undefined,
        });
        if (column.fill) {
          column.fill(cell, row);
        } else {
          cell.textContent = (column.text || column.value)(row) ?? UNKNOWN;
        }
        return cell;
      }),
    );
  }
}

const textColumn = (title, value) => ({title, value, name: true});
const bytesColumn = (title, value, hint) => ({title, value, hint, number: true, text: row => bytes(value(row))});
const countColumn = (title, value, hint) => ({title, value, hint, number: true, text: row => number(value(row))});
const errorColumn = (value, hint = 'One standard error: the truth is within it in two of three cases') => ({
  title: '\u00b1',
  value,
  hint,
  number: true,
  single: true,
  text: row => (!known(value(row)) ? UNKNOWN : value(row) === 0 ? 'exact' : bytes(value(row))),
});
const changeColumn = (title, value, format = bytes) => ({
  title,
  value,
  number: true,
  fill: (cell, row) => {
    const change = value(row);
    cell.textContent = signed(change, value => format(value, row));
    cell.classList.add(change > 0 ? 'grown' : change < 0 ? 'shrunk' : 'same');
  },
});
