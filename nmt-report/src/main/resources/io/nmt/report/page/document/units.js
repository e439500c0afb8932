'use strict';

// The script of the page is several files, one after the other: units, tables, chart, window, flames, sections, page.

const element = id => document.getElementById(id);
const report = JSON.parse(element('data').textContent);
const {after} = report;
const before = report.before || null;
const comparison = before !== null;
/** The JDK's own frames differ then: stacks are compared without them. */
const jdksDiffer = comparison && report.jdksDiffer === true;
/** Not of a recording: there is nothing before it. */
const ofProcess = report.kind === 'process';
const sides = comparison ? [before, after] : [after];

/** What is not known, as in the reports of the command line. */
const UNKNOWN = '?';
const MINUS = '\u2212';
const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

const known = value => typeof value === 'number' && isFinite(value);
/** Of a table by names: these may be any, also __proto__. */
const own = (table, name) => (Object.hasOwn(table, name) ? table[name] : undefined);
const list = value => (Array.isArray(value) ? value : []);

/** In units of 1,024, three digits: the only form of bytes on the page. */
function bytes(count) {
  if (!known(count)) {
    return UNKNOWN;
  }
  let value = Math.abs(count);
  let unit = 0;
  // 1,023.9 would be rounded to 1,024.
  while (value >= 1023.5 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
  const name = unit === 0 && value.toFixed(0) === '1' ? 'byte' : UNITS[unit];
  return `${count < 0 ? MINUS : ''}${value.toFixed(digits)} ${name}`;
}

const signed = (count, format = bytes) => (known(count) && count > 0 ? '+' : '') + format(count);
const error = count => (known(count) ? `\u00b1 ${bytes(count)}` : '');

function number(count) {
  return known(count) ? count.toLocaleString('en', {maximumFractionDigits: 0}).replace('-', MINUS) : UNKNOWN;
}

const counted = (count, one, many = one + 's') => `${number(count)} ${Math.round(count) === 1 ? one : many}`;
const percent = (part, whole) => (whole > 0 ? `${((100 * part) / whole).toFixed(1)} %` : '');

/** Two units at the most: 3 min 20 s. */
function duration(millis) {
  if (!known(millis)) {
    return UNKNOWN;
  }
  if (millis < 1000) {
    return `${Math.round(millis)} ms`;
  }
  if (millis < 10_000) {
    return `${(millis / 1000).toFixed(1).replace(/\.0$/, '')} s`;
  }
  let rest = Math.round(millis / 1000);
  const parts = [];
  for (const [unit, seconds] of [
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ]) {
    const whole = Math.floor(rest / seconds);
    rest -= whole * seconds;
    if (whole > 0) {
      parts.push(`${whole} ${unit}`);
    } else if (parts.length > 0) {
      break;
    }
  }
  return parts.slice(0, 2).join(' ');
}

/** The recording's, or UTC where the browser does not know it. */
const zone = (() => {
  try {
    new Intl.DateTimeFormat('en', {timeZone: report.zone});
    return report.zone || 'UTC';
  } catch {
    return 'UTC';
  }
})();

const formatOf = options => {
  const format = new Intl.DateTimeFormat('en-GB', {timeZone: zone, ...options});
  return time => (known(time) ? format.format(time) : UNKNOWN);
};
const dayOf = formatOf({day: 'numeric', month: 'short'});
const dateOf = formatOf({day: 'numeric', month: 'short', year: 'numeric'});
const minuteOf = formatOf({hour: '2-digit', minute: '2-digit'});
const secondOf = formatOf({hour: '2-digit', minute: '2-digit', second: '2-digit'});

const oneDay =
  sides.every(side => dayOf(side.from) === dayOf(side.to)) && (!comparison || dayOf(before.from) === dayOf(after.to));
const shortest = Math.min(...sides.map(side => side.to - side.from));
const fractionOf = formatOf({
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: shortest < 10_000 ? 3 : 1,
});
/** As finely as the recording's length needs. */
const clockOf = shortest < 60_000 ? fractionOf : secondOf;

/** A time of the recording, with the day where there are several. */
const timeOf = time => (known(time) ? (oneDay ? '' : `${dayOf(time)}, `) + clockOf(time) : UNKNOWN);

/** An element with text or other elements in it. Never markup: names come from the program that was recorded. */
function make(tag, attributes = {}, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false && value !== null) {
      made.setAttribute(name, value);
    }
  }
  made.append(...content.filter(part => part !== null && part !== undefined));
  return made;
}
