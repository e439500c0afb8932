/** Which category an allocation is in, if not that of its kind: scopes, and the application's rules. */
package io.nmt.core.internal.rules;
