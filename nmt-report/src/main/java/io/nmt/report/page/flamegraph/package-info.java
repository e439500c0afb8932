/** Live bytes by call stack: from a recording or from collapsed stacks, as a page for people or as collapsed stacks. */
package io.nmt.report.page.flamegraph;
