/** All tables. Each file of this folder adds its own (declaration merging), so that a new one needs no line here. */
// biome-ignore lint/suspicious/noEmptyInterface: the files beside it fill it
export interface Database {}
