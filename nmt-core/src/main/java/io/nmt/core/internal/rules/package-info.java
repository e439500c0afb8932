/** Rules that put an allocation in another category than its kind's: scopes, and the application's rules. */
package io.nmt.core.internal.rules;
