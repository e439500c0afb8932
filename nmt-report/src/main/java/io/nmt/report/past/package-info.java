/** The history of a process: a ring of points, rises and when they began, as text and JSON. */
package io.nmt.report.past;
