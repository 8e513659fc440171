import { register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { packageFolder } from '../../package.js';

const toModule = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;

/** openapi-typescript prints with the compiler of TypeScript 5 or 6, which our version 7 no longer has. */
function lendCompiler(): void {
  const place = pathToFileURL(new URL('node_modules/@ts-morph/common/dist/ts-morph-common.js', packageFolder).pathname);
  const compiler = toModule(`import common from ${JSON.stringify(place.href)}; export default common.ts;`);
  const answer = `{ url: ${JSON.stringify(compiler)}, shortCircuit: true }`;
  register(
    toModule(
      `export const resolve = (name, context, next) => name === 'typescript' ? ${answer} : next(name, context);`,
    ),
  );
}

/** The types of a client, as openapi-typescript generates them from an OpenAPI document. */
export async function generateTypes(document: object): Promise<string> {
  lendCompiler();
  const { default: generate, astToString } = await import('openapi-typescript');
  return astToString(await generate(structuredClone(document) as Parameters<typeof generate>[0]));
}
