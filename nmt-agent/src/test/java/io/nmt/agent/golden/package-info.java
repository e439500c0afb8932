/** Golden files: the whole text or JSON of each command on fixed values, compared with committed files. */
package io.nmt.agent.golden;
