/** What the garbage collector has looked at, and so which memory that it frees is no garbage. */
package io.nmt.report.leaks;
