/** What a page shows of a recording or of a process over time: values, how they are judged, and their JSON. */
package io.nmt.core.page;
