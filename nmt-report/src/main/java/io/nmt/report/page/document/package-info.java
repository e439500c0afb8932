/** The page of {@code report}: one file, with its data and all that draws it inside. */
package io.nmt.report.page.document;
