// Reads a small text from a server, through the proxy of the environment, which Node's own `fetch` does not know.

import { get as getHttp } from "node:http";
import { get as getHttps } from "node:https";
import { ProxyAgent } from "proxy-agent";

/** How long a server may take, in milliseconds. */
const LIMIT_MS = 30_000;
const LARGEST = 10e6;

/** @returns the text, or undefined if the server says that there is none */
export function fetchText(url: URL): Promise<string | undefined> {
  const get = url.protocol === "https:" ? getHttps : getHttp;
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: new ProxyAgent(), signal: AbortSignal.timeout(LIMIT_MS) }, (answer) => {
      if (answer.statusCode === 404) {
        answer.resume();
        return resolve(undefined);
      }
      if (answer.statusCode !== 200) {
        answer.resume();
        return reject(new Error(`the server at ${url.host} answered ${answer.statusCode} for ${url.pathname}`));
      }
      let text = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        text += part;
        if (text.length > LARGEST) request.destroy(new Error(`${url.pathname} of ${url.host} is too large`));
      });
      answer.once("end", () => resolve(text));
      answer.once("error", reject);
    });
    request.once("error", reject);
  });
}
