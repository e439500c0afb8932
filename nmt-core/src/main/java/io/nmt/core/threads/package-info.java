/** Threads of this library in an application. */
package io.nmt.core.threads;
