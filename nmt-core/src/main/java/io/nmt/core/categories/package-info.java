/** What native memory is used for: the built-in categories, the application's own, and scopes that assign them. */
package io.nmt.core.categories;
