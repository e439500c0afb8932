/** A snapshot as text for people and as JSON for scripts. */
package io.nmt.core.report;
