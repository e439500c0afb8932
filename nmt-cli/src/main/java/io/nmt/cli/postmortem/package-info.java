/** What is left of processes that have ended: read, put together by process, and told. */
package io.nmt.cli.postmortem;
