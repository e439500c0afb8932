/** What was in use over time: a ring of points, when something began to rise, and how that is shown. */
package io.nmt.report.past;
