/** What is used of a library's own session of the Chrome DevTools Protocol with a page. */
export interface CdpSession {
  send(method: "Target.getTargetInfo"): Promise<{ targetInfo: { targetId: string } }>;
  detach(): Promise<void>;
}

/** The id of the page that a session of the protocol belongs to. Ends the session. */
export async function targetOf(cdp: CdpSession): Promise<string> {
  try {
    return (await cdp.send("Target.getTargetInfo")).targetInfo.targetId;
  } finally {
    await cdp.detach();
  }
}
