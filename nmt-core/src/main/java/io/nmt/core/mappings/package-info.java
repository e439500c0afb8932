/** Files of the kernel about this process: mapped files, their pages, mounts. And its standard error. */
package io.nmt.core.mappings;
