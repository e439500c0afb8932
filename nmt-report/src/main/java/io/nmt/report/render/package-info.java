/** Renderers of reports: text for people, JSON for programs and for the command line. */
package io.nmt.report.render;
