// Vue: conversations, messages that are sent with Enter, and an answer that comes a moment later.

import { createApp } from "vue";
import { frame } from "./frame.ts";

const host = frame("Messages");
createApp({
  data: () => ({
    people: Array.from({ length: 15 }, (_, n) => `Person ${n}`),
    chosen: "",
    written: "",
    messages: [] as string[],
  }),
  methods: {
    open(name: string) {
      this.chosen = name;
      this.messages = Array.from({ length: 12 }, (_, n) => `${n % 2 ? "You" : name}: message ${n} of last week`);
    },
    send() {
      const { chosen, written } = this;
      this.messages.push(`You: ${written}`);
      this.written = "";
      setTimeout(() => this.messages.push(`${chosen} answers "${written}": all right`), 120);
    },
  },
  template: `
    <ul aria-label="Conversations"><li v-for="name in people" :key="name"><button type="button" @click="open(name)">Chat with {{ name }}</button></li></ul>
    <section v-if="chosen" :aria-label="chosen"><h2>{{ chosen }}</h2><div role="log"><p v-for="text in messages" :key="text">{{ text }}</p></div>
    <form @submit.prevent="send"><label>Message <input v-model="written"></label></form></section>`,
}).mount(host);
