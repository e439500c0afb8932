/** The platform threads that the application starts, and the lines of code that start them. */
package io.nmt.core.internal.starts;
