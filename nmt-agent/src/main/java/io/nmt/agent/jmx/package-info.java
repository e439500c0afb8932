/** The figures and commands for JMX: consoles and exporters. */
package io.nmt.agent.jmx;
