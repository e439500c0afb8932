/** A library for the rules of {@code CategoryRulesIT}. */
package io.nmt.it.programs.store;
