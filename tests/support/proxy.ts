/** A proxy with or without a log-in, which hands everything to one server and remembers what came. */

import { createServer, request as forward } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

export interface TestProxy {
  port: number;
  /** What was asked for with the right log-in: `GET http://…` or `CONNECT host:port`. */
  taken: string[];
  /** What was asked for without. */
  refused: string[];
  stop(): Promise<void>;
}

/**
 * @param to - the port of the server that stands for every host
 * @param login - `user:password` that it wants
 */
export async function startProxy(to: () => { http: number; https: number }, login?: string): Promise<TestProxy> {
  const taken: string[] = [];
  const refused: string[] = [];
  const wanted = login === undefined ? undefined : `Basic ${Buffer.from(login).toString("base64")}`;
  const may = (what: string, given: string | undefined) => {
    const right = wanted === undefined || given === wanted;
    (right ? taken : refused).push(what);
    return right;
  };
  const server = createServer((request, response) => {
    if (!may(`${request.method} ${request.url}`, request.headers["proxy-authorization"])) {
      response.writeHead(407, { "proxy-authenticate": 'Basic realm="test"' }).end();
      return;
    }
    const { pathname } = new URL(request.url ?? "/");
    const { "proxy-authorization": _, ...headers } = request.headers;
    const onward = forward(
      { port: to().http, host: "127.0.0.1", method: request.method, path: pathname, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  const open = new Set<Socket>();
  server.on("connect", (request, client: Socket, head: Buffer) => {
    client.on("error", () => client.destroy());
    if (!may(`CONNECT ${request.url}`, request.headers["proxy-authorization"])) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="test"\r\n\r\n');
      return;
    }
    const onward = connect(to().https, "127.0.0.1", () => {
      client.write("HTTP/1.1 200 OK\r\n\r\n");
      onward.write(head);
      onward.pipe(client).pipe(onward);
    });
    onward.on("error", () => onward.destroy());
    for (const socket of [client, onward]) {
      open.add(socket);
      socket.on("close", () => open.delete(socket));
    }
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    refused,
    stop: async () => {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
