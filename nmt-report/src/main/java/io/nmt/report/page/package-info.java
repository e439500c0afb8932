/** Data of the page of {@code report}: a recording, or a process over time. */
package io.nmt.report.page;
