/** The class loaders that the application makes, and the lines of code that make them. */
package io.nmt.core.internal.loaders;
