/** Native handles: Java objects that own native memory until they are closed. */
package io.nmt.core.internal.handles;
