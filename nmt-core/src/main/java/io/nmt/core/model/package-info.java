/** Values that readings and reports are made of: categories, figures, call sites, resident memory. Immutable. */
package io.nmt.core.model;
