// The stories of the demo.
import { Failure } from "../lib/failure.mjs";
import { uidOf } from "./client.mjs";
import { startShop } from "./site.mjs";

/** Orders bread and cheese in the shop. Returns the path of a picture of the last page. */
export async function order(demonstration) {
  const shop = await startShop();
  try {
    await demonstration.call("navigate_page", { url: shop.url });
    const page = await demonstration.call("take_snapshot");
    const uid = (role, name) => uidOf(page, role, name);

    await demonstration.call("click_by_uid", { uid: uid("button", "Add bread") });
    await demonstration.call("click_by_uid", { uid: uid("button", "Add cheese") });
    await demonstration.call("fill_form_by_uid", {
      elements: [
        { uid: uid("textbox", "Name"), value: "Ada" },
        { uid: uid("combobox", "Delivery"), value: "By bicycle" },
        { uid: dateField(page), value: "2030-05-17" },
        { uid: uid("checkbox", "Wrap it as a gift"), value: "true" },
      ],
    });
    await demonstration.call("click_by_uid", { uid: uid("button", "Place order") });
    await demonstration.call("accept_dialog");
    await demonstration.call("wait_for", { text: "Thank you, Ada" });

    const thanks = "Thank you, Ada: Bread and Cheese on 2030-05-17, by bicycle, wrapped as a gift.";
    const end = await demonstration.call("take_snapshot", { find: "thank you" });
    if (!end.includes(thanks))
      throw new Failure(`the page does not say ${JSON.stringify(thanks)}`, "report it with this output");
    return await demonstration.screenshot("shop");
  } finally {
    await shop.close();
  }
}

/** Browsers give a date field different roles; its name is the same. */
function dateField(page) {
  return /uid=(\S+) \S+ "Day"/.exec(page)?.[1] ?? uidOf(page, "field", "Day");
}

/** Reads a page of the user's choice without acting on it. Returns the path of its picture. */
export async function look(demonstration, url) {
  await demonstration.call("navigate_page", { url });
  const page = await demonstration.call("take_snapshot");
  const first = /uid=(\S+) (?:link|button|textbox)/.exec(page)?.[1];
  if (first) await demonstration.call("resolve_uid_to_selector", { uid: first });
  return demonstration.screenshot("page");
}
