/**
 * How deep maps and lists are merged and compared part by part. What lies deeper is one value, so that no
 * input can overflow the stack.
 */
export const deepestPath = 1500;
