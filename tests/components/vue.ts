// Vue: v-model with its modifiers, a list that is keyed, and a transition.

import { createApp } from "vue";
import { report, root } from "./report.ts";

createApp({
  data: () => ({
    name: "",
    lazy: "",
    amount: 0,
    terms: false,
    tags: ["b"],
    plan: "free",
    items: ["one"],
    shown: false,
  }),
  mounted() {
    const tell = () => report(JSON.parse(JSON.stringify(this.$data)) as Record<string, unknown>);
    this.$watch(() => this.$data, tell, { deep: true, immediate: true });
  },
  template: `
    <label>Name <input v-model.trim="name"></label>
    <label>Lazy <input v-model.lazy="lazy"></label>
    <label>Amount <input v-model.number="amount" inputmode="decimal"></label>
    <label><input type="checkbox" v-model="terms"> Terms</label>
    <label>Tags <select multiple v-model="tags"><option value="a">Alpha</option><option value="b">Beta</option><option value="c">Gamma</option></select></label>
    <label v-for="value in ['free', 'paid']" :key="value"><input type="radio" :value="value" v-model="plan"> {{ value }}</label>
    <form @submit.prevent="items.push(name)"><button>Add</button></form>
    <ul><li v-for="(item, index) in items" :key="item">{{ item }} <button @click="items.splice(index, 1)">Remove {{ item }}</button></li></ul>
    <button @click="shown = true">Show</button>
    <component is="style">.fade-enter-active { transition: transform 0.4s } .fade-enter-from { transform: translateX(300px) }</component>
    <transition name="fade"><div v-if="shown"><button @click="shown = false">Hide</button></div></transition>`,
}).mount(root);
