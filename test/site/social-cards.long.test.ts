import { afterAll, beforeAll } from "vitest";
import { createRenderPool, type RenderPool } from "../../src/site/pipeline/render/render-pool.ts";
import { hostileLogos, testHostileLogos } from "./card-site.ts";

let pool: RenderPool;
beforeAll(() => {
  pool = createRenderPool({ size: 1 });
});
afterAll(() => pool.close());

testHostileLogos(() => pool, hostileLogos);
