/** Options that several commands share, and the forms of their values. */
package io.nmt.cli.options;
