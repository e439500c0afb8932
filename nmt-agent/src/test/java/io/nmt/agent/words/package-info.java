/** The words of the program: a catalogue of its sentences, and rules that each of them keeps. */
package io.nmt.agent.words;
