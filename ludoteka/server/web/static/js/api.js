// The JSON API of the server: every refusal becomes a Refusal that carries the reason in the reader's words.
import { lang, say } from "./words.js";

export class Refusal extends Error {
  constructor(status, body) {
    const problem = body?.problem ?? body ?? {};
    super(problem.message || say("js.fault"));
    this.status = status;
    this.rule = problem.rule ?? "";
    this.id = problem.id ?? "";
    this.now = body?.now ?? null; // the table as it is, when somebody was quicker
  }
}

/** The server could not be reached, or did not answer in time. */
export class Offline extends Error {}

/** Seconds that an answer may take; a bot that is asked for advice gets more. */
const PATIENCE = 12;
export const LONG = 60;

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((c) => c.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

export async function call(method, path, body, query = {}, patience = PATIENCE) {
  const given = Object.entries(query).filter(([, v]) => v !== undefined && v !== null && v !== "");
  const address = `${path}?${new URLSearchParams([...given, ["lang", lang]])}`;
  const headers = { accept: "application/json", "x-csrftoken": cookie("csrftoken") };
  if (body !== undefined) headers["content-type"] = "application/json";
  const sent = body === undefined ? undefined : JSON.stringify(body);
  let answer, text;
  try {
    answer = await fetch(address, { method, headers, body: sent, signal: AbortSignal.timeout(patience * 1000) });
    text = await answer.text();
  } catch (error) {
    throw new Offline(say(error.name === "TimeoutError" ? "js.slow" : "js.offline"));
  }
  const isJson = (answer.headers.get("content-type") ?? "").includes("json");
  const value = isJson && text ? JSON.parse(text) : text;
  if (answer.status >= 502 && answer.status <= 504) throw new Offline(say("js.offline"));
  if (!answer.ok) throw new Refusal(answer.status, isJson ? value : null);
  return value;
}

export const get = (path, query) => call("GET", path, undefined, query);
export const post = (path, body = {}, query, patience) => call("POST", path, body, query, patience);
export const put = (path, body, query) => call("PUT", path, body, query);
export const patch = (path, body) => call("PATCH", path, body);
export const del = (path) => call("DELETE", path);
