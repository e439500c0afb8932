/** Named scopes, such as a tenant or a request, and the numbers that samples have of them. */
package io.nmt.core.internal.scopes;
