/** Width and height in pixels. An image that "fills" scales to the space it gets, and only the ratio counts. */
export type ImageSize = readonly [width: number, height: number, fills?: "fills"];
