"""Which model does which job: what the user's `model=` means when it is not the built-in engine."""

from __future__ import annotations

JOB_GROUPS = {
    "plan_background": "question_answering",
    "write_answer": "question_answering",
    "propose_experts": "discourse_management",
    "plan_turn": "discourse_management",
    "polish": "utterance_polishing",
    "ask_in_interview": "question_asking",
    "ask_as_moderator": "question_asking",
    "ask_as_guest": "question_asking",
    "open_concept": "question_asking",
    "outline": "outline_generation",
    "split_concept": "knowledge_base",
    "name_concept": "knowledge_base",
    "choose_placements": "knowledge_base",
    "write_section": "knowledge_base",
    "write_lead": "knowledge_base",
}
"""The jobs of `tasks.Engine`, and `polish`, by the reference code's six groups. A group has its own
model and its own limit of output tokens, `Settings.<group>_tokens`."""
