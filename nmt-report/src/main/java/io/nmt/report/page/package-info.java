/** What the page of {@code report} shows of a recording or a process over time: values, how they are judged, JSON. */
package io.nmt.report.page;
