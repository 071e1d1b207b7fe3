import fs from "node:fs";
import { indexSpec } from "./src/site/openapi/spec-index.ts";
import { createSchemaReader } from "./src/site/openapi/normal-schema.ts";
import { renderPage } from "./src/site/page/render-page.ts";
import { defaultSiteLimits } from "./src/site/site-limits.ts";
import { defaultRenderSettings } from "./src/site/page/render-settings.ts";
import { compress } from "./src/site/cache/stored-file.ts";
const f = process.argv[2]; const text = fs.readFileSync(f,"utf8");
const {index, root} = indexSpec(f, text, {pillKeys:[],schemas:[]});
const reader = createSchemaReader({file:"openai.yaml", root});
const options = {tester:"interactive",credentials:false,showsServer:false,expandsFields:false,pillKeys:[],languages:["curl","javascript","python","go"],requiredOnly:false,prefills:false,generatesSamples:true,includesSpec:true};
let t=performance.now(), bytes=0, gz=0, n=0;
for (const op of index.operations) {
  const target = op.kind==="webhook"?{kind:"webhook",name:op.path}:{kind:"operation",method:op.method,path:op.path};
  const page = renderPage({file:"x.mdx",format:"mdx",body:"",firstLine:1,api:{kind:"spec",file:"openai.yaml",specKey:"k",target,options,describes:true}}, {snippets:new Map(),limits:defaultSiteLimits,settings:defaultRenderSettings,openSpec:()=>reader});
  bytes+=page.html.length; n++;
}
console.log(n, "pages", Math.round(performance.now()-t),"ms", bytes/1e6,"MB");
