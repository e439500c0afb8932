/** A library for the rules of {@code CategoryRulesIT}. */
package io.nmt.agent.programs.codec.lz;
